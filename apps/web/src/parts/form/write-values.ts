import type { FieldValues, Path, PathValue } from 'react-hook-form'
import type { Form } from './use-form.ts'

/** Writes values into a form, as if they had been typed. */
export function writeValues<Typed extends FieldValues>(
  { setValue }: Pick<Form<Typed>, 'setValue'>,
  values: Typed,
): void {
  for (const [name, value] of Object.entries(values))
    setValue(name as Path<Typed>, value as PathValue<Typed, Path<Typed>>, { shouldDirty: true })
}
