/** Reads the QR code of a video frame. Undefined if there is none. */
type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Frames are read at this width: enough for a code that fills a third of the picture. */
const FRAME_WIDTH = 800

/** The detector of the browser where it has one, else the library. */
export async function createQrReader(): Promise<QrReader> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (Detector && formats.includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] })
    // It may fail for one frame, for example in a hidden tab.
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue
  }
  return createLibraryReader()
}

async function createLibraryReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined
    const scale = Math.min(1, FRAME_WIDTH / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // The library throws when the frame has no code.
      return undefined
    }
  }
}
