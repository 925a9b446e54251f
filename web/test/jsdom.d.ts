/** The part of jsdom that the tests use. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string)
    readonly window: Window
  }
}
