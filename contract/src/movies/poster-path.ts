/** Returns the path of a poster file such as `amaran.jpg`. URLs and paths stay as they are. */
export const posterPath = (image: string) =>
  /^(https?:\/\/|\/|data:image\/)/i.test(image) ? image : `/posters/${encodeURIComponent(image)}`
