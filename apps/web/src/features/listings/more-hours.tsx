import { X } from 'lucide-react'
import { useId } from 'react'
import type { HoursType } from '../../parts/listings/listing-words.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { WeekHours } from './hours-fields.tsx'
import type { KindOfHours, ListingDraft } from './listing-draft.rules.ts'

interface MoreHoursProps {
  draft: ListingDraft
  /** The kinds that Google offers for the listing. */
  hoursTypes: readonly HoursType[]
  onChange: (part: Partial<ListingDraft>) => void
}

/** The hours of other kinds than the opening hours. A new kind begins with the opening hours. */
export function MoreHours({ draft: { moreHours, week }, hoursTypes, onChange }: MoreHoursProps) {
  const set = (kinds: readonly KindOfHours[]) => onChange({ moreHours: kinds })
  const others = hoursTypes.filter(({ id }) => moreHours.every((kind) => kind.id !== id))
  const add = (wanted: string) => {
    const type = others.find(({ id }) => id === wanted)
    if (type) set([...moreHours, { ...type, week }])
  }
  return (
    <div className="space-y-5">
      {moreHours.map((kind, place) => (
        <Kind
          key={kind.id}
          kind={kind}
          onChange={(next) => set(moreHours.with(place, next))}
          onRemove={() => set(moreHours.toSpliced(place, 1))}
        />
      ))}
      {others.length > 0 && (
        <SelectField
          label="Add a kind of hours"
          value=""
          choices={[
            { value: '', label: 'Choose a kind' },
            ...others.map(({ id: value, name: label }) => ({ value, label })),
          ]}
          onChange={add}
          className="w-64 max-w-full"
        />
      )}
    </div>
  )
}

interface KindProps {
  kind: KindOfHours
  onChange: (kind: KindOfHours) => void
  onRemove: () => void
}

function Kind({ kind, onChange, onRemove }: KindProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center justify-between gap-2 border-b border-line">
        <h3 id={id} className="text-sm font-semibold">
          {kind.name}
        </h3>
        <IconButton icon={X} size="lg" label={`Remove ${kind.name}`} onClick={onRemove} />
      </div>
      <WeekHours kind={kind.name} week={kind.week} onChange={(week) => onChange({ ...kind, week })} />
    </section>
  )
}
