import { useController } from 'react-hook-form'
import type { Form } from '../../parts/form/use-form.ts'
import type { TypedNotification } from './send.rules.ts'

const TYPES = [
  { value: 'SMS', label: 'Text' },
  { value: 'email', label: 'Email' },
] as const

/** A text or an e-mail. */
export function TypeChoice({ form }: { form: Form<TypedNotification> }) {
  const { field } = useController({ control: form.control, name: 'type' })
  return (
    <div role="radiogroup" aria-label="Type">
      <p aria-hidden className="mb-1 text-sm font-medium">
        Type
      </p>
      <div className="inline-flex overflow-hidden rounded-md border border-control">
        {TYPES.map(({ value, label }) => (
          <label
            key={value}
            className="grid h-10 cursor-pointer place-items-center px-4 text-sm has-checked:bg-selected has-checked:font-semibold has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus max-md:h-11"
          >
            <input
              type="radio"
              name="type"
              value={value}
              checked={field.value === value}
              onChange={() => {
                field.onChange(value)
                form.onChange()
              }}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </div>
  )
}
