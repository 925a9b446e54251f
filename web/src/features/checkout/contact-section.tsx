import { Field } from '@marquee/ui-kit/ui/field.tsx'

interface Props {
  phone: string
  onChange: (phone: string) => void
}

export function ContactSection({ phone, onChange }: Props) {
  return (
    <section aria-labelledby="contact" className="panel p-5 sm:p-7">
      <h2 id="contact" className="mb-4 text-xl">
        Contact Information
      </h2>
      <Field
        id="phone"
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        placeholder="+91 98765 43210"
        maxLength={20}
        required
        value={phone}
        onChange={({ target }) => onChange(target.value)}
        className="max-w-sm"
      />
    </section>
  )
}
