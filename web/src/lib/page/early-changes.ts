type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

let renderedFields: FormField[] = []

/** Remembers the fields that the server has rendered. Call it before the page is hydrated. */
export function rememberRenderedFields(root: ParentNode) {
  renderedFields = [...root.querySelectorAll<FormField>('input, textarea, select')]
}

/** Repeats what a visitor has entered before the app handled it. The fields show it, but the app does not know it. Call it when the page is hydrated. */
export function repeatEarlyChanges() {
  for (const field of renderedFields) if (field.isConnected) repeatChange(field)
  renderedFields = []
}

function repeatChange(field: FormField) {
  if (field instanceof HTMLSelectElement) return repeatOption(field)
  if (field.type === 'checkbox' || field.type === 'radio')
    return repeatCheck(field as HTMLInputElement)
  if (field.value !== field.defaultValue) repeatText(field)
}

function repeatOption(field: HTMLSelectElement) {
  const rendered = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  if (field.selectedIndex !== Math.max(rendered, 0))
    field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** React compares a field with the value that was last set, and ignores an event without a difference. */
function repeatCheck(field: HTMLInputElement) {
  const isOtherRadio = field.type === 'radio' && !field.checked
  if (field.checked === field.defaultChecked || isOtherRadio) return
  field.checked = field.defaultChecked
  field.click()
}

function repeatText(field: HTMLInputElement | HTMLTextAreaElement) {
  const { value: text, selectionStart, selectionEnd } = field
  field.value = field.defaultValue
  // Not `field.value`, which React watches.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  // Fields for emails have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
