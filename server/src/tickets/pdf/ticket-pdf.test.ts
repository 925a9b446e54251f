import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { readPdfText, renderPdf } from '#test/support/render-pdf.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { createPassKeys, deriveSeed } from '../pass-keys.ts'
import { qrModules } from '../qr-code.ts'
import { posterFile } from '../ticket-files.service.ts'
import { splitByFont } from './pdf-fonts.ts'
import { orderRuns } from './pdf-text.ts'
import type { TicketDetails } from './ticket-page.types.ts'
import { ticketPdf } from './ticket-pdf.ts'

const TOKEN = createPassKeys([deriveSeed('the secret of this cinema')]).signPass({
  reference: 'MQ-7KX2M9QRT4',
  showtimeId: '0b1e6c3a-9f54-4c7e-8a51-2f6d9c0e7b13',
  number: 0,
  issue: 1,
})
const TICKET: TicketDetails = {
  brandName: 'Marquee',
  cinema: {
    name: 'Palace',
    address: '14 Lantern Street, Chennai',
    lat: null,
    lng: null,
    phone: '+91 44 5550 0142',
    arrival: 20,
  },
  movie: 'Amaran',
  about: 'UA · 169 min',
  date: 'Tue, 1 Dec 2026',
  time: '6:30 PM',
  arriveBy: '6:10 PM',
  screen: 'Screen 1',
  seats: ['A1', 'A2', 'A3'],
  slots: [{ label: 'T1', type: 'Two Wheeler', vehicleNumber: 'TN01AB1234' }],
  isCash: false,
  isFree: false,
  cancellationReason: null,
  homeUrl: 'https://tickets.example/',
  refunded: null,
  voucherRefunded: null,
  refundTerms: 'There is no refund for cancelled tickets.',
  reference: 'MQ-7KX2M9QRT4',
  amounts: [['Paid', '₹1,250']],
  admit: 'Admit 3',
  token: TOKEN,
  url: 'https://tickets.example/bookings/MQ-7KX2M9QRT4',
}
const PAGE = {
  ticket: TICKET,
  createdAt: new Date('2026-11-22T10:00:00Z'),
  poster: join(import.meta.dirname, '../../../../web/public/posters/amaran.jpg'),
}

const dataDir = setupDataDir()

/** A booking with as many and as long texts as there can be. */
const LARGE: TicketDetails = {
  ...TICKET,
  brandName: 'B'.repeat(60),
  movie: 'A very long name of a movie '.repeat(8).slice(0, 120),
  screen: 'The large auditorium on the second floor '.repeat(3).slice(0, 120),
  seats: Array.from({ length: 10 }, (_, n) => `AA${n + 10}`),
  slots: Array.from({ length: 8 }, (_, n) => ({
    label: `F${n + 10}`,
    type: 'Four Wheeler',
    vehicleNumber: 'TN01AB1234',
  })),
  cinema: { ...TICKET.cinema, address: '14 Lantern Street, Chennai '.repeat(40) },
}

test('a token fits a QR code of version 6 with error correction M', () => {
  expect(qrModules(TOKEN)).toHaveLength(17 + 4 * 6)
})

test.each([
  ['a booking', TICKET],
  ['a booking with all places and the longest texts', LARGE],
])(
  'ticketPdf draws %s on one page, whose QR code can be read from a grey print of 150 dpi [S-546]',
  async (_, ticket) => {
    const content = await ticketPdf({ ...PAGE, ticket })

    const [page, ...others] = await renderPdf(content, 150)
    expect(others).toEqual([])
    expect(page && jsqr.default(page.data, page.width, page.height)?.data).toBe(TOKEN)
    const text = await readPdfText(content)
    for (const part of ['MQ-7KX2M9QRT4', ticket.admit, '6:30 PM', '₹1,250', ticket.refundTerms])
      expect(text).toContain(part)
    for (const label of [...ticket.seats, ...ticket.slots.map((slot) => slot.label)])
      expect(text).toContain(label)
  },
)

const SCRIPTS = {
  Devanagari: 'लगान: हिन्दी की फ़िल्म।',
  Bengali: 'পথের পাঁচালী',
  Gurmukhi: 'ਪੰਜਾਬੀ ਫ਼ਿਲਮ',
  Gujarati: 'ગુજરાતી ફિલ્મ',
  Oriya: 'ଓଡ଼ିଆ ଚଳଚ୍ଚିତ୍ର',
  Tamil: 'அமரன் – தமிழ்ப் படம்',
  Telugu: 'బాహుబలి తెలుగు',
  Kannada: 'ಕಾಂತಾರ ಕನ್ನಡ',
  Malayalam: 'മഞ്ഞുമ്മൽ ബോയ്സ്',
  Arabic: 'مغلِ اعظم (اردو) 1960',
  Hebrew: 'ואלס עם באשיר',
  Cyrillic: 'Броненосец',
  Emoji: 'Movie night 🎬🎉 👨‍👩‍👧 ❤️',
}

test.each(Object.entries(SCRIPTS))(
  'splitByFont finds a font for every character of %s [S-647]',
  (name, text) => {
    const runs = splitByFont(text, 'bold')

    expect(runs.map(({ font }) => font.name)).toContain(`${name} bold`)
    for (const { text: part, font } of runs)
      for (const { id } of font.font.layout(part).glyphs) expect(id, part).not.toBe(0)
  },
)

test.each([
  ['Amaran 2', 'Amaran 2'],
  ['سلام دنیا', 'دنیا سلام'],
  ['שלום (עולם) 12', '12 (עולם) שלום'],
  ['Film: שלום עולם!', 'Film: עולם שלום!'],
])('orderRuns puts the words of %j from left to right in visual order [S-647]', (text, visual) => {
  const isRightToLeft = /^[\u0590-\u06ff]/.test(text)
  const runs = orderRuns({ text, isRightToLeft }, 'regular')
  expect(runs.map((run) => run.text).join('')).toBe(visual)
})

test('ticketPdf draws every script on one page with fonts of its own, whose QR code can be read [S-647]', async () => {
  const movie = Object.values(SCRIPTS).join(' ')
  const ticket = {
    ...TICKET,
    movie,
    screen: SCRIPTS.Tamil,
    cinema: { ...TICKET.cinema, name: SCRIPTS.Arabic, address: SCRIPTS.Malayalam },
  }

  const content = await ticketPdf({ ...PAGE, ticket })

  const [page, ...others] = await renderPdf(content, 150)
  expect(others).toEqual([])
  expect(page && jsqr.default(page.data, page.width, page.height)?.data).toBe(TOKEN)
  const names = content.toString('latin1')
  for (const name of ['NotoSansTamil', 'NotoSansMalayalam', 'NotoSansArabic', 'NotoEmoji'])
    expect(names).toContain(name)
  expect((await ticketPdf(PAGE)).toString('latin1')).not.toContain('Noto')
})

test('ticketPdf has the whole of a text that the card cuts [S-648]', async () => {
  const last = 'THE VERY LAST WORD'
  const ticket = {
    ...LARGE,
    movie: `${LARGE.movie.slice(0, 100)} ${last}`,
    screen: `${LARGE.screen} END`,
  }

  const text = (await readPdfText(await ticketPdf({ ...PAGE, ticket }))).replaceAll(/\s+/g, ' ')

  for (const whole of [last, `${LARGE.screen} END`]) expect(text).toContain(whole)
})

test('ticketPdf makes very long texts smaller, so that all stand on one page [S-648]', async () => {
  const address = `${'தமிழ்ப் படம் '.repeat(150)}THE VERY LAST WORD`
  const ticket = { ...LARGE, cinema: { ...TICKET.cinema, address } }

  const content = await ticketPdf({ ...PAGE, ticket })

  expect(await renderPdf(content, 50)).toHaveLength(1)
  const text = (await readPdfText(content)).replaceAll(/\s+/g, ' ')
  for (const part of ['THE VERY LAST WORD', ticket.refundTerms]) expect(text).toContain(part)
})

test('ticketPdf embeds all its fonts and the poster', async () => {
  const content = (await ticketPdf(PAGE)).toString('latin1')

  expect(content).toContain('/FontFile2')
  expect(content).not.toContain('/Helvetica')
  expect(content.match(/\/Subtype \/Image/g)).toHaveLength(1)
})

test('ticketPdf without a poster is drawn all the same', async () => {
  const content = await ticketPdf({ ...PAGE, poster: undefined })

  expect(await renderPdf(content, 50)).toHaveLength(1)
})

test('posterFile returns files of the folder only, else the default poster', () => {
  const folder = join(dataDir(), 'posters')
  mkdirSync(folder)
  for (const name of ['posters/amaran.jpg', 'posters/default.jpg', 'outside.jpg', 'posters/a.svg'])
    writeFileSync(join(dataDir(), name), '')

  const found = (imageUrl: string) => posterFile(folder, imageUrl)?.slice(folder.length + 1)
  expect(['amaran.jpg', '/posters/amaran.jpg'].map(found)).toEqual(['amaran.jpg', 'amaran.jpg'])
  for (const imageUrl of ['../outside.jpg', 'https://example.com/a.jpg', 'a.svg', '', '/'])
    expect(found(imageUrl)).toBe('default.jpg')
  writeFileSync(join(folder, 'amaran-400.jpg'), '')
  expect(found('amaran.jpg')).toBe('amaran-400.jpg')
  rmSync(join(folder, 'default.jpg'))
  expect(posterFile(folder, 'none.jpg')).toBeUndefined()
})
