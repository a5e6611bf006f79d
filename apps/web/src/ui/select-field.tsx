import type { SelectProps } from './select.tsx'
import { Select } from './select.tsx'

/** A choice in a form: label above, as tall as the fields beside it. */
export function SelectField<Value extends string>({ className, ...select }: SelectProps<Value>) {
  return (
    <div className="min-w-0">
      {/* The button has the label and the choice as its name. */}
      <p aria-hidden className="mb-1 text-sm font-medium">
        {select.label}
      </p>
      <Select {...select} className={`h-10! max-w-full max-md:h-11! ${className ?? 'w-36'}`} />
    </div>
  )
}
