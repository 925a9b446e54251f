export const ink = '#0c0a10'
export const velvet = '#16111c'
export const brass = '#d8b56d'
export const brassBright = '#f0d9a0'
