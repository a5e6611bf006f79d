import type { SavedVisitSettings } from '@foyer/contracts/appointments/settings-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { useServices } from '../../../parts/services.tsx'
import { ForecastFigure } from './forecast-figure.tsx'
import type { Clinic } from './sample.rules.ts'
import { useSavedForecast } from './use-forecast.ts'
import { kindWords, noShowWords, repliesWords, stepWords } from './visit-words.rules.ts'

interface ReadOnlyVisitsProps {
  organizationId: string
  clinic: Clinic
  settings: SavedVisitSettings
}

/** The settings for members who are no admins. */
export function ReadOnlyVisits({ organizationId, clinic, settings }: ReadOnlyVisitsProps) {
  const forecast = useSavedForecast(organizationId)
  const today = dayIn(useNow(useServices().clock), clinic.timezone)
  const { reminders, replies, noShow, invitation } = settings
  return (
    <>
      {reminders.length === 0 && <Section title="Reminders" detail="None yet. Admins can add them." />}
      {reminders.map(({ _id, appointmentType, enabled, steps }) => {
        const kind = kindWords(appointmentType, reminders.length === 1)
        return (
          <Section
            key={_id}
            title={`Reminders: ${kind}`}
            detail={
              enabled
                ? 'On. Admins can change them.'
                : 'Off: none of these is sent automatically. Admins can change that.'
            }
          >
            <ol aria-label={`Reminders of ${kind}`} className="space-y-3">
              {steps.map((step) => (
                <li key={step._id} className="text-sm">
                  <p className="font-medium">{stepWords(step)}</p>
                  <p
                    dir="auto"
                    className="mt-1 w-fit max-w-130 rounded-xl border border-auto-line border-dashed bg-bubble-auto px-3 py-2 text-base whitespace-pre-wrap wrap-anywhere"
                  >
                    {step.text}
                  </p>
                </li>
              ))}
            </ol>
          </Section>
        )
      })}
      <Section title="Replies" detail={repliesWords(replies)} />
      <Section title="After a missed visit" detail={noShowWords(noShow)} />
      <Section title="Invitation" detail={invitation.text} />
      <ForecastFigure {...{ forecast, today }} className="px-4 py-5 md:px-5" />
    </>
  )
}
