/** For tests: a small cast, with dialogues of each kind. */
import type { Cast, Dialogue } from './cast.ts'

const dialogue = (isStranger: boolean, text: string): Dialogue => ({
  isStranger,
  lines: text.split('\n').map((line) => ({
    by: ({ P: 'patient', C: 'clinic', N: 'note', R: 'reminder' } as const)[line[0] as 'P'],
    text: line.slice(3),
  })),
})

const clinic = (organizationId: string, area: string) => ({
  organizationId,
  name: 'Cedar Ridge',
  number: `+1${area}5550100`,
  doctors: ['Dr. Okafor'],
  patients: Array.from({ length: 40 }, (_, index) => ({ number: `+1${area}555${1000 + index}`, firstName: 'Ana' })),
  strangers: Array.from({ length: 10 }, (_, index) => `+1${area}555${9500 + index}`),
})

export const CAST: Cast = {
  clinics: [clinic('org_cedar', '512'), clinic('org_lakeside', '617')],
  dialogues: [
    dialogue(false, 'P: Can I come in {weekday}?\nP: My knee hurts\nC: {doctor} has {visit}.\nP: Perfect\nC: See you.'),
    dialogue(false, 'P: Do I need to fast?\nC: Yes.\nN: Told about water.\nP: Thanks, this is {first}'),
    dialogue(false, 'R: Reply C to confirm.\nP: C'),
    dialogue(true, 'P: what are your hours today'),
    dialogue(true, 'P: hello is this the doctor\nP: my neighbor gave me this number\nC: Yes.\nP: good'),
  ],
}
