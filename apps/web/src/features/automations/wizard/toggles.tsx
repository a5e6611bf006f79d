import { clsx } from 'clsx'
import { Wrong } from './small-fields.tsx'

interface TogglesProps<Value extends string | number> {
  label: string
  values: readonly Value[]
  choices: readonly { value: Value; label: string }[]
  error: string | undefined
  onChange: (values: readonly Value[]) => void
}

/** Several of a few choices, all of them in sight. */
export function Toggles<Value extends string | number>({
  label,
  values,
  choices,
  error,
  onChange,
}: TogglesProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(({ value, label: name }) => {
          const isOn = values.includes(value)
          return (
            <label
              key={value}
              className={clsx(
                'focus-shell flex h-8 cursor-pointer items-center rounded-md border px-2.5 text-sm pointer-coarse:h-11',
                isOn ? 'border-accent bg-selected font-medium text-link' : 'border-control bg-raised hover:bg-hover',
              )}
            >
              <input
                type="checkbox"
                checked={isOn}
                onChange={() => onChange(isOn ? values.filter((one) => one !== value) : [...values, value])}
                className="sr-only"
              />
              {name}
            </label>
          )
        })}
      </div>
      <Wrong message={error} />
    </fieldset>
  )
}
