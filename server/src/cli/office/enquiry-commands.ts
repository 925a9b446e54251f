import { getCurrentDevice } from '@marquee/contract/office/devices'
import {
  changeEnquiry,
  type Enquiry,
  EnquiryState,
  getEnquiry,
  listEnquiries,
  replyToEnquiry,
} from '@marquee/contract/office/enquiries/enquiries'
import {
  fillReplyTemplate,
  listReplyTemplates,
  putReplyTemplate,
  removeReplyTemplate,
} from '@marquee/contract/office/enquiries/reply-templates'
import type { Command } from 'commander'
import { Option } from 'commander'
import { newId } from '#src/database/rows/new-id.ts'
import { USAGE } from '#src/startup/exit-codes.ts'
import type { AddCommands, CommandContext } from './command-context.ts'
import { CommandError, type OfficeClient } from './office-client.ts'
import { type FormatInstant, table } from './output.ts'

/** Adds `enquiry`. */
export const addEnquiryCommands: AddCommands = (program, context) => {
  const { call, print, formatInstant } = context
  const enquiry = program
    .command('enquiry')
    .description('list and answer what visitors have asked on the site')

  enquiry
    .command('list [text...]')
    .description('list enquiries, the latest first: all but spam, or those with a text')
    .addOption(new Option('--state <state>', 'only these').choices(EnquiryState.options))
    .option('--before <position>', 'the next page')
    .action(async (texts: string[], filter: { state?: EnquiryState; before?: string }) => {
      const q = texts.length > 0 ? texts.join(' ') : undefined
      print(await call(listEnquiries, { querystring: { ...filter, q } }), ({ enquiries, next }) =>
        [
          table(
            ['id', 'received', 'state', 'device', 'email', 'text'],
            enquiries.map((found) => enquiryRow(found, formatInstant)),
          ),
          ...(next === null ? [] : [`more: --before ${next}`]),
        ].join('\n'),
      )
    })

  enquiry
    .command('view <id>')
    .description('show an enquiry with its answers')
    .action(async (enquiryId: string) =>
      print(await call(getEnquiry, { params: { enquiryId } }), ({ enquiry: found }) =>
        enquiryText(found, formatInstant),
      ),
    )

  enquiry
    .command('reply <id> [text]')
    .description('answer an enquiry by mail')
    .option('--template <title>', 'a prepared answer instead of a text')
    .option(
      '--answers <number>',
      'the number of answers that you have read, 0 unless given',
      Number,
    )
    .addHelpText(
      'after',
      `
Examples:
  marquee office enquiry reply ID "Yes, beside the doors."
  marquee office enquiry reply ID --template "Parking"`,
    )
    .action(async (enquiryId: string, text: string | undefined, options: ReplyOptions) => {
      const { template, answers } = options
      if ((text === undefined) === (template === undefined))
        throw new CommandError(USAGE, 'Please give a text, or a template.')
      const params = { enquiryId }
      const answer = text ?? (await fillFor(call, enquiryId, template ?? ''))
      const body = { text: answer, ...(answers !== undefined && { answers }) }
      print(
        await call(replyToEnquiry, { params, body }),
        ({ enquiry: { email } }) => `The answer goes to ${email}.`,
      )
    })

  enquiry
    .command('set <id>')
    .description('close an enquiry, open it again, put it away as spam, or give it to a device')
    .addOption(new Option('--state <state>', 'the new state').choices(EnquiryState.options))
    .option('--device <id>', 'the device that sees to it; none: no device')
    .action(
      async (enquiryId: string, { state, device }: { state?: EnquiryState; device?: string }) => {
        const deviceId = device === 'none' ? null : device
        const body = { ...(state && { state }), ...(deviceId !== undefined && { deviceId }) }
        print(await call(changeEnquiry, { params: { enquiryId }, body }), ({ enquiry: found }) =>
          enquiryText(found, formatInstant),
        )
      },
    )

  addTemplateCommands(enquiry, context)
}

function addTemplateCommands(enquiry: Command, { call, print }: CommandContext) {
  const template = enquiry.command('template').description('list and change prepared answers')

  template
    .command('list')
    .description('list the prepared answers')
    .action(async () =>
      print(await call(listReplyTemplates, {}), ({ templates }) =>
        table(
          ['id', 'title', 'text'],
          templates.map(({ _id, title, text }) => [_id, title, firstLine(text)]),
        ),
      ),
    )

  template
    .command('save <title> <text>')
    .description('add a prepared answer, or replace the one with this title')
    .addHelpText(
      'after',
      '\nThe text may have {name}, {cinema}, {address} and {phone}.\n\nExample:\n  marquee office enquiry template save "Parking" "Dear {name}, park below {cinema}."',
    )
    .action(async (title: string, text: string) => {
      const { templates } = await call(listReplyTemplates, {})
      const templateId = templates.find((one) => one.title === title)?._id ?? newId()
      print(
        await call(putReplyTemplate, { params: { templateId }, body: { title, text } }),
        ({ template: saved }) => `${saved.title} is saved.`,
      )
    })

  template
    .command('remove <title>')
    .description('remove a prepared answer')
    .action(async (title: string) => {
      const { _id: templateId } = await findTemplate(call, title)
      print(await call(removeReplyTemplate, { params: { templateId } }), ({ message }) => message)
    })
}

interface ReplyOptions {
  template?: string
  answers?: number
}

async function findTemplate(call: OfficeClient, title: string) {
  const { templates } = await call(listReplyTemplates, {})
  const found = templates.find((one) => one.title.toLowerCase() === title.toLowerCase())
  if (!found) throw new CommandError(USAGE, `There is no template "${title}".`)
  return found
}

/** The text of a template for the visitor of an enquiry. */
async function fillFor(call: OfficeClient, enquiryId: string, title: string) {
  const [{ text }, { enquiry }, { cinema }] = await Promise.all([
    findTemplate(call, title),
    call(getEnquiry, { params: { enquiryId } }),
    call(getCurrentDevice, {}),
  ])
  const { name: cinemaName, address, phone } = cinema
  return fillReplyTemplate(text, { name: enquiry.name, cinema: cinemaName, address, phone })
}

const firstLine = (text: string) => (text.split('\n')[0] ?? '').slice(0, 60)

const enquiryRow = (
  { _id, at, state, device, email, text }: Enquiry,
  formatInstant: FormatInstant,
) => [_id, formatInstant(at), state, device?.name ?? null, email, firstLine(text)]

const enquiryText = (
  { kind, name, email, at, state, device, text, answers }: Enquiry,
  formatInstant: FormatInstant,
) =>
  [
    `${kind} of ${name ?? email} <${email}>, ${formatInstant(at)}`,
    `${state}${device ? `, ${device.name} sees to it` : ''}`,
    '',
    text,
    ...answers.map(
      (answer) =>
        `\n${answer.device.name}, ${formatInstant(answer.at)} (${answer.delivery}):\n${answer.text}`,
    ),
  ].join('\n')
