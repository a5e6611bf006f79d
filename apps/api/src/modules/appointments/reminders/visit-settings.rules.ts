/** Checks the words of the setting of visits before they are saved. */
import { reminderCollisions } from '@foyer/contracts/appointments/reminder-guard.rules.ts'
import { invitationFields, unknownFields } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import type { VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { firstProblem } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { Refusal } from '../../../http/refusal.ts'

interface Text {
  readonly path: string
  readonly text: string
  /** The fields that it may name; absent: every field. */
  readonly fields?: readonly string[]
}

function textsOf({ reminders, replies, noShow, invitation }: VisitSettings): Text[] {
  const steps = reminders.flatMap(({ steps }, cadence) =>
    steps.map(({ text }, step) => ({ path: `reminders.${cadence}.steps.${step}.text`, text })),
  )
  const thanks = replies.thanks === null ? [] : [{ path: 'replies.thanks', text: replies.thanks }]
  return [
    ...steps,
    ...thanks,
    { path: 'noShow.text', text: noShow.text },
    { path: 'invitation.text', text: invitation.text, fields: invitationFields },
  ]
}

/** A text that asks for a word that opts patients out or that nobody sees, or names a field that nothing fills, is refused. */
export function assertSendable(settings: VisitSettings): void {
  const issues = textsOf(settings).flatMap(({ path, text, fields }) => {
    const collision = firstProblem(reminderCollisions(text))
    const [unknown] = unknownFields(text, fields)
    if (collision !== undefined) return [{ path, message: collision.message }]
    return unknown === undefined ? [] : [{ path, message: `{{${unknown}}} is not a field of this text` }]
  })
  const [first] = issues
  if (first) throw new Refusal('not_valid', first.message, { issues })
}
