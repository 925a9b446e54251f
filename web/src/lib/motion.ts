/** Whether the person before the screen has asked for things to stay still. */
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
