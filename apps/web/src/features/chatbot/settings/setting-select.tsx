import { Select, type SelectProps } from '../../../ui/select.tsx'

/** A choice among the settings: label above, as tall as the fields beside it. */
export function SettingSelect<Value extends string>({ className = '', ...select }: SelectProps<Value>) {
  return (
    <div className="min-w-0">
      {/* The button has the label and the choice as its name. */}
      <p aria-hidden className="mb-1 text-sm font-medium">
        {select.label}
      </p>
      <Select {...select} className={`w-full ${className}`} />
    </div>
  )
}
