import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'

interface Props {
  /** Of the call that returns the table, such as `vouchers`. */
  path: string
  query?: URLSearchParams
}

/** Downloads the table of a page for a spreadsheet. */
export const CsvLink = ({ path, query }: Props) => (
  <a
    href={`/api/office/${path}.csv${query?.size ? `?${query}` : ''}`}
    download
    className={buttonStyle('secondary')}
  >
    CSV
  </a>
)
