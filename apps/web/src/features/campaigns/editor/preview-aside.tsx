import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import { filledWords } from '@foyer/contracts/outreach/field-values.rules.ts'
import type { FieldValues } from '@foyer/contracts/outreach/fields.rules.ts'
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { countOf, savingWords } from '../../../parts/campaigns/message/message.rules.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type Draft, type Here, scheduleOf } from './draft.rules.ts'
import { Phone } from './phone.tsx'
import { costWords } from './schedule.rules.ts'
import type { Sample } from './use-sample.ts'

interface PreviewAsideProps {
  draft: Draft
  clinicName: string
  here: Here
  sample: Sample
  values: FieldValues
  shortLink: (url: string) => string
  counted: CountedAudience | null
  /** The other problems by which the API refuses its launch. */
  problems: readonly CampaignProblem[]
}

/** The campaign as one of its patients sees it, and its sums. */
export function PreviewAside(props: PreviewAsideProps) {
  const { draft, clinicName, here, sample, values, shortLink, counted, problems } = props
  const { type } = draft
  const count = countOf(draft, { values, shortLink })
  const at = scheduleOf(draft, here.timezone) ?? here.now
  const saving = type === 'SMS' && draft.content.trim() !== '' ? savingWords(count) : null
  const warnings = [...problems.map(({ message }) => message), ...(saving === null ? [] : [saving])]
  useCommands([
    {
      id: 'previous recipient',
      title: 'Previous recipient',
      keys: ['['],
      group: 'Lists',
      run: () => sample.previous?.(),
    },
    { id: 'next recipient', title: 'Next recipient', keys: [']'], group: 'Lists', run: () => sample.next?.() },
  ])
  return (
    <section aria-label="Preview" className="space-y-4 p-5">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="text-sm font-semibold wrap-anywhere">
            {sample.patient ? `Seen by ${sample.patient.name || 'a patient'}` : 'Seen by an invented patient'}
          </p>
          <p className="num text-xs text-muted">
            {sample.patient
              ? `Patient ${(sample.place + 1).toLocaleString('en-US')} of ${sample.total.toLocaleString('en-US')}`
              : 'Nobody gets it yet'}
          </p>
        </div>
        <div className="flex shrink-0 gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Previous patient"
            kind="default"
            aria-keyshortcuts="["
            disabledReason={sample.previous ? undefined : 'This is the first one'}
            onClick={sample.previous}
          />
          <IconButton
            icon={ChevronRight}
            label="Next patient"
            kind="default"
            aria-keyshortcuts="]"
            disabledReason={sample.next ? undefined : 'This is the last one'}
            onClick={sample.next}
          />
        </div>
      </div>
      <Phone
        {...{ type, clinicName }}
        clinicPhone={values.clinicPhone}
        moment={momentLabel(at, here.now, here.timezone)}
        subject={filledWords(draft.subject, values, draft.fallbacks).text}
        text={draft.content.trim() === '' ? '' : count.text}
        note={type === 'SMS' && draft.content.trim() !== '' ? segmentWords(count.segments) : null}
      />
      {counted !== null && <Sums {...{ counted, type }} />}
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="space-y-2">
          {warnings.map((words) => (
            <li
              key={words}
              className="flex items-start gap-2 rounded-md border border-warn-line bg-warn px-3 py-2 text-sm text-warn-text"
            >
              <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
              {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function segmentWords(segments: number): string {
  return segments === 1 ? '1 segment' : `${segments} segments, shown as one message`
}

function Sums({ counted, type }: { counted: CountedAudience; type: Draft['type'] }) {
  const { willGet, segments, cost } = counted
  const sums = [
    [type === 'SMS' ? 'Texts' : 'Emails', willGet.toLocaleString('en-US')],
    ...(segments === null ? [] : [['Segments billed', segments.toLocaleString('en-US')]]),
    ...(cost === null ? [] : [['Cost', costWords(cost)]]),
  ]
  return (
    <dl className="num space-y-1.5 border-t border-line pt-4 text-sm">
      {sums.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt>{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
