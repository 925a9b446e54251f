/** Calls back after the next paint, or soon on a page that is hidden and not painted. Returns a function that cancels the call. */
export function afterPaint(callback: () => void) {
  let timer: ReturnType<typeof setTimeout>
  // A frame is painted after its callbacks.
  const callSoon = () => {
    timer = setTimeout(callback)
  }
  const frame = document.hidden ? callSoon() : requestAnimationFrame(callSoon)
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
