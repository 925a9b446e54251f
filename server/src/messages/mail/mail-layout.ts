import { escapeHtml } from '#src/http/web/html.ts'

interface Link {
  label: string
  url: string
}

/** What a mail says, before it is written as HTML and as text. */
export interface MailDocument {
  brandName: string
  title: string
  /** Shown by mail programs beside the subject. */
  preview: string
  paragraphs: string[]
  /** What the mail answers: who wrote it when, and its lines. */
  quote?: { introduction: string; lines: string[] }
  fields?: [label: string, value: string][]
  /** The content id of a QR code, and the text under it. */
  code?: { cid: string; label: string }
  /** The first one is shown as a button. */
  actions?: Link[]
  footer: string[]
  unsubscribe?: Link
}

// The colours of the web app. Mail programs load no style sheets, so each element has its own style; the block in the head is for dark mode.
const SANS = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const SERIF = "'Bodoni Moda', Didot, Georgia, serif"
/** A name without spaces does not make the mail wider than the screen. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word;'
const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f4f0e8;',
  card: 'width:100%;max-width:560px;background:#ffffff;border:1px solid #d9cfb8;border-radius:6px;',
  brand: `padding:28px 32px 0;font:600 13px/1.4 ${SANS};letter-spacing:0.14em;text-transform:uppercase;color:#7d5f1d;`,
  title: `margin:0;padding:10px 32px 0;font:500 32px/1.2 ${SERIF};color:#16111c;${WRAP}`,
  paragraph: `margin:0;padding:12px 32px 0;font:400 16px/1.55 ${SANS};color:#3d3744;`,
  quote: `margin:20px 32px 0;padding:0 0 0 16px;border-left:3px solid #d9cfb8;font:400 15px/1.55 ${SANS};color:#6b6472;${WRAP}`,
  label: `padding:8px 16px 8px 0;font:400 14px/1.5 ${SANS};color:#6b6472;vertical-align:top;white-space:nowrap;`,
  value: `padding:8px 0;font:600 16px/1.5 ${SANS};color:#16111c;${WRAP}`,
  // White in dark mode too: scanners need dark modules on a light ground.
  code: 'display:inline-block;padding:8px;background:#ffffff;border-radius:4px;',
  picture: 'display:block;width:245px;height:245px;image-rendering:pixelated;',
  codeLabel: `padding:10px 0 0;font:600 18px/1.4 ${SANS};color:#16111c;`,
  action: `display:inline-block;padding:13px 28px;background:#d8b56d;color:#0c0a10;font:600 16px/1.3 ${SANS};text-decoration:none;border-radius:3px;`,
  otherAction: `font:600 16px/1.5 ${SANS};color:#7d5f1d;`,
  footer: `padding:20px 32px 28px;font:400 14px/1.55 ${SANS};color:#6b6472;`,
  link: 'color:#7d5f1d;',
} as const
const DARK = `
  @media (prefers-color-scheme: dark) {
    .page { background: #0c0a10 !important; }
    .card { background: #16111c !important; border-color: #5c4d31 !important; }
    .title, .value, .code-label { color: #f4ede0 !important; }
    .brand, .link { color: #d8b56d !important; }
    .paragraph { color: #d6cec4 !important; }
    .label, .footer, .quote { color: #a79fae !important; }
  }`

/** Writes a mail as HTML, for programs from 320 pixels on, light and dark. A template, because the server runs without a build and so without JSX. */
function mailHtml(mail: MailDocument) {
  const { brandName, title, preview, paragraphs, quote, fields = [], code, actions = [] } = mail
  const text = escapeHtml
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(title)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="${STYLE.page}">
<div style="display:none;max-height:0;overflow:hidden;">${text(preview)}</div>
<table role="presentation" align="center" cellpadding="0" cellspacing="0" class="card" style="${STYLE.card}">
<tr><td class="brand" dir="auto" style="${STYLE.brand}">${text(brandName)}</td></tr>
<tr><td><h1 class="title" dir="auto" style="${STYLE.title}">${text(title)}</h1></td></tr>
${paragraphs.map((line) => `<tr><td><p class="paragraph" dir="auto" style="${STYLE.paragraph}">${withoutBreaks(text(line))}</p></td></tr>`).join('\n')}
${quote ? quoteRow(quote) : ''}
${code ? codeRow(code) : ''}
${fields.length > 0 ? fieldsRow(fields) : ''}
${actions.map(actionRow).join('\n')}
<tr><td class="footer" style="${STYLE.footer}">${footerHtml(mail)}</td></tr>
</table>
</body>
</html>
`
}

/** A reference stays on one line. */
const withoutBreaks = (html: string) =>
  html.replaceAll(/MQ-\w+/g, '<span style="white-space:nowrap;">$&</span>')

const quoteRow = ({ introduction, lines }: NonNullable<MailDocument['quote']>) =>
  `<tr><td><blockquote class="quote" dir="auto" style="${STYLE.quote}">${[introduction, ...lines].map(escapeHtml).join('<br>')}</blockquote></td></tr>`

const codeRow = ({ cid, label }: NonNullable<MailDocument['code']>) =>
  `<tr><td align="center" style="padding:24px 32px 0;"><div style="${STYLE.code}"><img src="cid:${cid}" width="245" height="245" alt="QR code of your ticket" style="${STYLE.picture}"></div>
<div class="code-label" style="${STYLE.codeLabel}">${escapeHtml(label)}</div></td></tr>`

const fieldsRow = (fields: NonNullable<MailDocument['fields']>) =>
  `<tr><td style="padding:20px 32px 0;"><table cellpadding="0" cellspacing="0" style="width:100%;">
${fields.map(fieldRow).join('\n')}
</table></td></tr>`

const actionRow = ({ label, url }: Link, index: number) =>
  index === 0
    ? `<tr><td style="padding:24px 32px 4px;"><a href="${escapeHtml(url)}" style="${STYLE.action}">${escapeHtml(label)}</a></td></tr>`
    : `<tr><td style="padding:12px 32px 0;"><a class="link" href="${escapeHtml(url)}" style="${STYLE.otherAction}">${escapeHtml(label)}</a></td></tr>`

const fieldRow = ([label, value]: [string, string]) =>
  `<tr><th scope="row" align="left" class="label" style="${STYLE.label}">${escapeHtml(label)}</th><td class="value" dir="auto" style="${STYLE.value}">${escapeHtml(value)}</td></tr>`

function footerHtml({ footer, unsubscribe }: MailDocument) {
  const lines = footer.map(escapeHtml)
  if (unsubscribe) {
    const { label, url } = unsubscribe
    lines.push(
      `<a class="link" href="${escapeHtml(url)}" style="${STYLE.link}">${escapeHtml(label)}</a>`,
    )
  }
  return lines.join('<br>')
}

/** Writes a mail as plain text. */
function mailText({
  brandName,
  paragraphs,
  quote,
  fields = [],
  actions = [],
  footer,
  unsubscribe,
}: MailDocument) {
  const lineOf = ({ label, url }: Link) => `${label}: ${url}`
  const sections = [
    paragraphs,
    quote ? [quote.introduction, ...quote.lines.map((line) => `> ${line}`)] : [],
    fields.map(([label, value]) => `${label}: ${value}`),
    actions.map(lineOf),
    [...footer, ...(unsubscribe ? [lineOf(unsubscribe)] : []), brandName],
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

/** Both forms of a mail. */
export const writeMail = (mail: MailDocument) => ({ text: mailText(mail), html: mailHtml(mail) })
