// Browsers offer it over https only. The office runs on plain http too.
Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })

// jsdom has no layout: windows are narrow unless a test says otherwise.
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList
