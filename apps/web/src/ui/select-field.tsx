import type { SelectProps } from './select.tsx'
import { Select } from './select.tsx'

/** A choice in a form: its label above it, as tall as the fields beside it. */
export function SelectField<Value extends string>({ className, ...select }: SelectProps<Value>) {
  return (
    <div className="min-w-0">
      {/* The button itself is named by the label and the choice. */}
      <p aria-hidden className="mb-1 text-sm font-medium">
        {select.label}
      </p>
      <Select {...select} className={`h-10! max-w-full max-md:h-11! ${className ?? 'w-36'}`} />
    </div>
  )
}
