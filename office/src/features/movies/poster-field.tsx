import {
  MAX_POSTER_BYTES,
  POSTER_TOO_LARGE,
  POSTER_TYPES,
  UNSUPPORTED_POSTER,
} from '@marquee/contract/office/programme/movies'
import ImageUp from 'lucide-react/icons/image-up'
import { type DragEvent, useId, useState } from 'react'
import { Poster } from './poster.tsx'

interface Props {
  /** The path of the present poster, or the picture that was chosen. */
  src: string | undefined
  error: string | undefined
  /** The file, and its content as a URL for the preview. */
  onChoose: (file: File, url: string) => void
}

/** Chooses a poster, with the file dialog or by dropping a file. The preview is cropped to 2:3 around its middle, as the server does. */
export function PosterField({ src, error, onChoose }: Props) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [isOver, setOver] = useState(false)

  const choose = async (file: File | undefined) => {
    if (!file) return
    const problem = problemOf(file)
    setRefusal(problem)
    if (problem === undefined) onChoose(file, await readAsUrl(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const text = refusal ?? error
  return (
    <div className="field content-start">
      <label
        htmlFor={id}
        data-over={isOver || undefined}
        className="poster-field"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Poster src={src} className="w-full" />
        <span className="poster-field-text">
          <ImageUp aria-hidden="true" className="size-5" />
          <span>{src === undefined ? 'Choose a poster' : 'Choose another poster'}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={POSTER_TYPES.join(',')}
          aria-describedby={`${id}-text`}
          className="sr-only"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      <p id={`${id}-text`} className={`text-sm ${text ? 'text-danger' : 'text-ash'}`}>
        {text ?? 'JPEG, PNG, WebP or AVIF, at most 15 MB. Shown 2:3, cropped around the middle.'}
      </p>
    </div>
  )
}

function problemOf({ type, size }: File) {
  if (!POSTER_TYPES.includes(type)) return UNSUPPORTED_POSTER
  return size > MAX_POSTER_BYTES ? POSTER_TOO_LARGE : undefined
}

/** A data URL: the page may show no pictures from `blob:`. */
const readAsUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
