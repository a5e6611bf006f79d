import { Plus, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import {
  ADDRESSES_MAX,
  type Attribute,
  type AttributeKind,
  addressesOf,
  answerOf,
  choiceOf,
  isAddress,
  withAddresses,
  withAnswer,
  withValue,
} from './attributes.rules.ts'

interface AttributeFieldProps {
  kind: AttributeKind
  /** Null: not set. */
  value: Attribute | null
  /** An address in it is none. */
  isBad: boolean
  onChange: (value: Attribute | null) => void
}

const NOT_SET = { value: '' as const, label: 'Not set' }
const YES_OR_NO = [NOT_SET, { value: 'yes' as const, label: 'Yes' }, { value: 'no' as const, label: 'No' }] as const

/** [CALL-LISTINGS-03] One attribute by the type of its values. */
export function AttributeField({ kind, value, isBad, onChange }: AttributeFieldProps) {
  const { parent: name, displayName: label, valueMetadata = [] } = kind
  switch (kind.valueType) {
    case 'BOOL':
      return (
        <SelectField
          label={label}
          value={choiceOf(value)}
          choices={[NOT_SET, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]}
          onChange={(next) => onChange(withValue(kind, next))}
          className="w-36"
        />
      )
    case 'ENUM':
      return (
        <SelectField
          label={label}
          value={choiceOf(value)}
          choices={[
            NOT_SET,
            ...valueMetadata.map(({ value: one, displayName }) => ({ value: String(one), label: displayName })),
          ]}
          onChange={(next) => onChange(withValue(kind, next))}
          className="w-64 max-w-full"
        />
      )
    case 'REPEATED_ENUM':
      return (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{label}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-3">
            {valueMetadata.map(({ value: one, displayName }) => (
              <SelectField
                key={String(one)}
                label={displayName}
                value={answerOf(value, String(one))}
                choices={YES_OR_NO}
                onChange={(answer) => onChange(withAnswer(name, value, String(one), answer))}
              />
            ))}
          </div>
        </fieldset>
      )
    case 'URL':
      return <Addresses {...{ kind, value, isBad, onChange }} />
  }
}

function Addresses({
  kind: { parent: name, displayName, repeatable = false },
  value,
  isBad,
  onChange,
}: AttributeFieldProps) {
  const addresses = addressesOf(value)
  const shown = addresses.length === 0 ? [''] : addresses
  const set = (next: readonly string[]) => onChange(withAddresses(name, next))
  return (
    <div className="space-y-2">
      {shown.map((address, place) => {
        const label = place === 0 ? displayName : `${displayName} ${place + 1}`
        return (
          <div key={place} className="flex items-end gap-1">
            <Field
              label={label}
              size="lg"
              type="url"
              inputMode="url"
              maxLength={500}
              value={address}
              error={isBad && !isAddress(address) ? 'Begins with https:// and has a host' : undefined}
              onChange={({ target }) =>
                set(target.value === '' && shown.length === 1 ? [] : shown.with(place, target.value))
              }
              className="w-120 max-w-full"
            />
            {place > 0 && (
              <IconButton icon={X} size="lg" label={`Remove ${label}`} onClick={() => set(shown.toSpliced(place, 1))} />
            )}
          </div>
        )
      })}
      {repeatable && addresses.length > 0 && addresses.length < ADDRESSES_MAX && (
        <Button icon={Plus} onClick={() => set([...addresses, ''])}>
          Add an address
        </Button>
      )}
    </div>
  )
}
