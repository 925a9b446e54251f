import CameraOff from 'lucide-react/icons/camera-off'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createQrReader } from './qr-reader.ts'

const FRAME_MS = 80
/** A code is read again only after the camera has not seen it for this time. */
const REPEAT_MS = 2500

/** The picture of the camera. Calls `onCode` once for each code that comes into sight. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const report = useEffectEvent(onCode)

  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      const stream = await openCamera()
      if (stop.signal.aborted || !video.current) return stopStream(stream)
      stop.signal.addEventListener('abort', () => stopStream(stream))
      video.current.srcObject = stream
      await video.current.play()
      await readFrames(video.current, report, stop.signal)
    }
    run().catch((error: unknown) => {
      if (!stop.signal.aborted) setProblem(problemText(error))
    })
    return () => stop.abort()
  }, [])

  if (problem) {
    return (
      <div className="panel grid min-h-40 place-items-center content-center gap-2 p-4 text-center text-ash">
        <CameraOff aria-hidden="true" className="size-8" />
        <p>{problem}</p>
      </div>
    )
  }
  return (
    <div className="relative overflow-hidden rounded bg-print">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="aspect-[3/4] max-h-[48svh] w-full object-cover sm:aspect-video"
      />
      <div
        aria-hidden="true"
        className="absolute inset-0 m-auto aspect-square h-3/5 rounded border-4 border-paper/80"
      />
    </div>
  )
}

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })

function stopStream(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

async function readFrames(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
) {
  const read = await createQrReader()
  let last = { code: '', seenAt: 0 }
  while (!signal.aborted) {
    const code = await read(video)
    const now = performance.now()
    if (code) {
      const isRepeated = code === last.code && now - last.seenAt < REPEAT_MS
      last = { code, seenAt: now }
      if (!isRepeated) onCode(code)
    }
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  }
}

const problemText = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'The camera is not allowed. Allow it in the settings of the browser, or type the reference.'
    : 'This device has no camera that can be used. Use a scanner, or type the reference.'
