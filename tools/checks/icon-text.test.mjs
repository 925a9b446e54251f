import { expect, test } from 'vitest'
import { findIconsBesideText } from './icon-text.mjs'

const linesOf = (content) => findIconsBesideText('button.tsx', `const button = <b>${content}</b>`)
const ICON = '<Check aria-hidden="true" />'

test.each([
  `${ICON} Copy`,
  `Copy\n${ICON}`,
  `${ICON}{label}`,
  `${ICON}{isCopied ? 'Copied' : 'Copy'}`,
  `{isCopied && ${ICON}}\n{count} copies`,
  `{isCopied ? ${ICON} : 'Copy'}`,
])('findIconsBesideText reports text that is in no element: %s', (content) => {
  expect(linesOf(content)).toHaveLength(1)
})

test.each([
  `${ICON}\n<span>Copy</span>`,
  `{isCopied && ${ICON}}\n<span>{label}</span>`,
  `{names.map((name) => <i key={name}>{name}</i>)}\n${ICON}`,
  ICON,
  'Copy {label}',
])('findIconsBesideText accepts an icon alone and text in an element: %s', (content) => {
  expect(linesOf(content)).toEqual([])
})
