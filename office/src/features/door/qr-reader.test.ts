import { expect, test, vi } from 'vitest'
import { createQrReader } from './qr-reader.ts'

test('the reader of the browser reads on after a frame that failed', async () => {
  const detect = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
    .mockResolvedValueOnce([{ rawValue: 'MQ-1' }])
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  const read = await createQrReader()
  const video = {} as HTMLVideoElement

  expect(await read(video)).toBeUndefined()
  expect(await read(video)).toBe('MQ-1')
})
