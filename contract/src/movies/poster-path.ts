/** Where the site serves the posters that were uploaded in the office. Their names have a hash of the content. */
export const POSTER_UPLOADS_PATH = '/posters/uploads/'

/** The widths in pixels of an uploaded poster and of the artwork of the site, as AVIF. */
export const POSTER_WIDTHS = [200, 400, 680, 800] as const

/** Returns the path of a poster file such as `amaran.jpg`. URLs and paths stay as they are. */
export const posterPath = (image: string) =>
  /^(https?:\/\/|\/|data:image\/)/i.test(image) ? image : `/posters/${encodeURIComponent(image)}`
