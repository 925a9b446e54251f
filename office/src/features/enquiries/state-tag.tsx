import type { EnquiryState } from '@marquee/contract/office/enquiries/enquiries'

export const ENQUIRY_STATE_NAMES: Record<EnquiryState, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
}

const STATE_COLOURS: Record<EnquiryState, string> = {
  new: 'border-wait text-wait',
  answered: 'border-good text-good',
  closed: 'border-ash/60 text-ash',
  spam: 'border-ash/60 text-ash',
}

export const StateTag = ({ state }: { state: EnquiryState }) => (
  <span className={`tag shrink-0 ${STATE_COLOURS[state]}`}>{ENQUIRY_STATE_NAMES[state]}</span>
)
