import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type ReactNode, useState } from 'react'
import { Section } from '../../../parts/page-sheet.tsx'
import { useServices } from '../../../parts/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { momentOf, type ToldSettings, toldAt } from './told.rules.ts'

interface ToldPreviewProps {
  /** Null while the hours of the form are not complete. */
  settings: ToldSettings | null
  timezone: string
  /** The id of the list of half hours, if the page has one. */
  halves?: string
}

/** Says what a patient is told at a chosen moment. It follows the settings as they are typed, before they are saved. */
export function ToldPreview({ settings, timezone, halves }: ToldPreviewProps) {
  const { clock } = useServices()
  const [wall, setWall] = useState(() => wallTime(clock.now(), timezone))
  const at = momentOf(wall, timezone)
  return (
    <Section
      title="What a patient is told"
      detail="Uses the settings above, even before you save them, for a patient in your time zone."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in these fields must not save the form around them */}
      <div
        className="flex flex-wrap items-end gap-3"
        onKeyDown={(event) =>
          event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault()
        }
      >
        <Field
          label="On day"
          type="date"
          size="lg"
          className="w-42"
          value={wall.day}
          onChange={({ target }) => setWall({ ...wall, day: target.value })}
        />
        <Field
          label="At time"
          size="lg"
          className="w-32"
          autoComplete="off"
          placeholder="HH:MM"
          list={halves}
          value={wall.time}
          onChange={({ target }) => setWall({ ...wall, time: target.value.trim() })}
        />
        <Button size="lg" onClick={() => setWall(wallTime(clock.now(), timezone))}>
          Now
        </Button>
      </div>
      <div role="status" className="mt-4">
        {settings === null && <p className="text-sm text-muted">Correct the hours above to see it.</p>}
        {settings !== null && at === null && <p className="text-sm text-muted">Choose a day and a time as HH:MM.</p>}
        {settings !== null && at !== null && <Answer settings={settings} at={at} />}
      </div>
    </Section>
  )
}

function Answer({ settings, at }: { settings: ToldSettings; at: Date }) {
  const { reply, replyWords, quietWords, clockWords } = toldAt(settings, at)
  return (
    <dl className="space-y-3 text-sm">
      <Line title="Automatic reply">
        {replyWords}
        {reply !== null && (
          <span
            dir="auto"
            className="mt-1.5 block w-fit max-w-90 rounded-xl border border-auto-line border-dashed bg-bubble-auto px-3 py-2 text-base whitespace-pre-wrap wrap-anywhere"
          >
            {reply}
          </span>
        )}
      </Line>
      <Line title="Quiet hours">{quietWords}</Line>
      <Line title="Waiting clock">{clockWords}</Line>
    </dl>
  )
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="md:flex md:gap-4">
      <dt className="w-32 shrink-0 font-medium">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
