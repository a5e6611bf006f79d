import { useId } from 'react'

interface ChoiceGroupProps<Value extends string> {
  legend: string
  value: Value
  choices: readonly { readonly value: Value; readonly label: string; readonly detail?: string }[]
  onChoose: (value: Value) => void
}

/** One choice of a few, which holds at once. */
export function ChoiceGroup<Value extends string>({ legend, value, choices, onChoose }: ChoiceGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="sr-only">{legend}</legend>
      {choices.map((one) => (
        <label
          key={one.value}
          className="flex min-h-8 items-start gap-2.5 rounded-md py-1 pr-2 text-sm pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            onChange={() => onChoose(one.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="block">{one.label}</span>
            {one.detail !== undefined && <span className="block text-xs text-muted">{one.detail}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
