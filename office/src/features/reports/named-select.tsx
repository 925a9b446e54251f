import { SelectField } from '@marquee/ui-kit/ui/field.tsx'

interface Props<Value extends string> {
  label: string
  /** The values and their names, in the order of the list. */
  names: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** A list of options that have fixed names. It is not printed. */
export const NamedSelect = <Value extends string>({
  label,
  names,
  value,
  onChange,
}: Props<Value>) => (
  <SelectField
    label={label}
    value={value}
    className="w-64 print:hidden"
    onChange={({ target }) => onChange(target.value as Value)}
  >
    {Object.entries<string>(names).map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </SelectField>
)
