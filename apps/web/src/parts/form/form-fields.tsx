/** The fields of `ui/`, each bound to one value of a form. */
import type { ComponentProps } from 'react'
import {
  type FieldError,
  type FieldPathByValue,
  type FieldValues,
  get,
  type Path,
  useController,
  useFormState,
} from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { Choice } from '../../ui/select-panel.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import type { Form } from './use-form.ts'

interface Tied<Values extends FieldValues> {
  form: Form<Values>
  name: Path<Values>
}

type Rest<Part extends (props: never) => unknown> = Omit<
  Parameters<Part>[0],
  'name' | 'error' | 'form' | 'value' | 'ref'
>

/** Whitespace around the typed text is removed, except in passwords. */
const TRIMMED = { setValueAs: (typed: string) => typed.trim() }

/** Returns the field's error, so that only this field rerenders when it changes. */
export function useFieldError<Values extends FieldValues>(
  { control }: Form<Values>,
  name: Path<Values>,
): string | undefined {
  const { errors } = useFormState({ control, name, exact: true })
  const error: FieldError | undefined = get(errors, name)
  return error?.message
}

export function FormField<Values extends FieldValues>({ form, name, ...field }: Tied<Values> & Rest<typeof Field>) {
  return (
    <Field
      size="lg"
      autoComplete="off"
      {...field}
      {...form.register(name, TRIMMED)}
      error={useFieldError(form, name)}
    />
  )
}

export function FormPassword<Values extends FieldValues>({
  form,
  name,
  ...field
}: Tied<Values> & Rest<typeof PasswordField>) {
  return <PasswordField {...field} {...form.register(name)} error={useFieldError(form, name)} />
}

export function FormTextArea<Values extends FieldValues>({
  form,
  name,
  ...field
}: Tied<Values> & Rest<typeof TextArea>) {
  return <TextArea {...field} {...form.register(name, TRIMMED)} error={useFieldError(form, name)} />
}

interface FormSelectProps<Values extends FieldValues, Value extends string> {
  form: Form<Values>
  name: FieldPathByValue<Values, Value>
  label: string
  choices: readonly Choice<Value>[]
  className?: string
}

export function FormSelect<Values extends FieldValues, Value extends string>({
  form,
  name,
  ...select
}: FormSelectProps<Values, Value>) {
  const { field } = useController({ control: form.control, name })
  const change = (value: Value) => {
    field.onChange(value)
    form.onChange()
  }
  return <SelectField {...select} value={field.value} onChange={change} />
}

type FormTickProps<Values extends FieldValues> = Omit<ComponentProps<typeof TickBox>, 'checked' | 'onChange'> & {
  form: Form<Values>
  name: FieldPathByValue<Values, boolean>
  onTick?: (checked: boolean) => void
}

export function FormTick<Values extends FieldValues>({ form, name, onTick, ...box }: FormTickProps<Values>) {
  const { field } = useController({ control: form.control, name })
  const change = (checked: boolean) => {
    field.onChange(checked)
    onTick?.(checked)
  }
  return <TickBox {...box} checked={field.value} onChange={change} />
}
