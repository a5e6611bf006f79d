import { DESCRIPTION_MAX } from '@foyer/contracts/listings/limits.rules.ts'
import { openStatuses } from '@foyer/contracts/listings/listing.rules.ts'
import { Plus, X } from 'lucide-react'
import type { HoursType } from '../../parts/listings/listing-words.rules.ts'
import { Section } from '../../parts/page-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { CategoryField } from './category-field.tsx'
import { STATUS_LABELS } from './field-words.rules.ts'
import { SpecialDays, WeekHours } from './hours-fields.tsx'
import { type DraftProblems, type ListingDraft, PHONES_MAX } from './listing-draft.rules.ts'
import { MoreHours } from './more-hours.tsx'

interface ListingFieldsProps {
  organizationId: string
  draft: ListingDraft
  /** The kinds of hours that Google offers for the listing. */
  hoursTypes: readonly HoursType[]
  problems: DraftProblems
  onChange: (part: Partial<ListingDraft>) => void
}

/** The fields of a listing that can be edited, by group. */
export function ListingFields({ organizationId, draft, hoursTypes, problems, onChange }: ListingFieldsProps) {
  const { title, primaryPhone, otherPhones, websiteUri, description, status } = draft
  const left = DESCRIPTION_MAX - description.trim().length
  return (
    <>
      <Section title="Basics">
        <div className="space-y-4">
          <Field
            label="Name"
            size="lg"
            maxLength={200}
            value={title}
            error={problems.title}
            onChange={({ target }) => onChange({ title: target.value })}
            className="max-w-120"
          />
          <Field
            label="Website"
            size="lg"
            type="url"
            inputMode="url"
            maxLength={500}
            value={websiteUri}
            error={problems.websiteUri}
            onChange={({ target }) => onChange({ websiteUri: target.value })}
            className="max-w-120"
          />
          <TextArea
            label="Description"
            value={description}
            help={`${left.toLocaleString('en-US')} characters left`}
            error={problems.profile}
            onChange={({ target }) => onChange({ description: target.value })}
            className="max-w-120"
          />
          <SelectField
            label="Open or closed"
            value={status}
            choices={openStatuses.map((value) => ({ value: value as string, label: STATUS_LABELS[value] ?? value }))}
            onChange={(next) => onChange({ status: next })}
            className="w-52"
          />
        </div>
      </Section>
      <Section title="Phones">
        <div className="space-y-3">
          <Field
            label="Main phone"
            size="lg"
            type="tel"
            value={primaryPhone}
            error={problems.phoneNumbers}
            onChange={({ target }) => onChange({ primaryPhone: target.value })}
            className="max-w-72"
          />
          {otherPhones.map((phone, place) => (
            <div key={place} className="flex items-end gap-1">
              <Field
                label={`Other phone ${place + 1}`}
                size="lg"
                type="tel"
                value={phone}
                onChange={({ target }) => onChange({ otherPhones: otherPhones.with(place, target.value) })}
                className="w-72 max-w-full"
              />
              <IconButton
                icon={X}
                size="lg"
                label={`Remove other phone ${place + 1}`}
                onClick={() => onChange({ otherPhones: otherPhones.toSpliced(place, 1) })}
              />
            </div>
          ))}
          {otherPhones.length < PHONES_MAX && (
            <Button icon={Plus} onClick={() => onChange({ otherPhones: [...otherPhones, ''] })}>
              Add a phone
            </Button>
          )}
        </div>
      </Section>
      <Section title="Categories" detail="The main one decides in which searches the location is found.">
        <CategoryField {...{ organizationId, draft, onChange }} />
      </Section>
      <Section title="Opening hours" detail="As people see them on Google.">
        <WeekHours week={draft.week} onChange={(week) => onChange({ week })} />
        <Problem words={problems.regularHours} />
      </Section>
      <Section title="Special days" detail="Holidays, and days with other hours.">
        <SpecialDays {...{ draft, onChange }} />
        <Problem words={problems.specialHours} />
      </Section>
      {(hoursTypes.length > 0 || draft.moreHours.length > 0) && (
        <Section title="More hours" detail="Hours of a part of the clinic, beside the opening hours.">
          <MoreHours {...{ draft, hoursTypes, onChange }} />
          <Problem words={problems.moreHours} />
        </Section>
      )}
    </>
  )
}

function Problem({ words }: { words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p role="alert" className="mt-2 text-sm text-bad-text">
      {words}
    </p>
  )
}
