/** The notes about Rosalind Carver: one is pinned, and one has had four texts. */
import type { BaseServices } from '../services.ts'

const DAY_MS = 86_400_000

interface DemoNote {
  readonly texts: readonly string[]
  readonly daysAgo: number
  readonly pinned: boolean
  readonly by: { readonly id: string; readonly name: string }
}

const LENA = { id: 'usr_lena', name: 'Lena Kim' }
const DANA = { id: 'usr_dana', name: 'Dana Whitfield' }

const NOTES: readonly DemoNote[] = [
  {
    texts: ['Hard of hearing on the left. Text rather than call.'],
    ...{ daysAgo: 190, pinned: true, by: DANA },
  },
  {
    texts: [
      'Comes by bus.',
      'Comes by bus, so mornings are hard.',
      'Comes by bus, line 7, so nothing before 9:30.',
      'Comes by bus, line 7, so nothing before 9:30. Her daughter drives on Fridays.',
    ],
    ...{ daysAgo: 61, pinned: false, by: LENA },
  },
  { texts: ['Asked for the bill in large print.'], ...{ daysAgo: 12, pinned: false, by: LENA } },
]

/** To a store that the demo has just filled. */
export async function addDemoNotes({
  database,
  clock,
  newId,
}: Pick<BaseServices, 'database' | 'clock' | 'newId'>): Promise<void> {
  const organizationId = 'org_cedar'
  const now = clock.now().getTime()
  await database.write(organizationId, async (tx) => {
    const patient = await tx
      .selectFrom('patients')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('first_name', '=', 'Rosalind')
      .where('last_name', '=', 'Carver')
      .executeTakeFirst()
    if (!patient) return
    const made = NOTES.map((note) => ({ ...note, id: newId() }))
    const at = ({ daysAgo }: DemoNote, nth: number) => new Date(now - daysAgo * DAY_MS + nth * 2 * DAY_MS)
    await tx
      .insertInto('patient_notes')
      .values(
        made.map(({ id, ...note }) => ({
          ...{ organization_id: organizationId, id, patient_id: patient.id, text: note.texts.at(-1) ?? '' },
          ...{ author_id: note.by.id, author_name: note.by.name, texts: note.texts.length, pinned: note.pinned },
          ...{ created_at: at(note, 0), updated_at: at(note, note.texts.length - 1) },
          ...{ removed_at: null, removed_by: null, text_version: 0, version: 0 },
        })),
      )
      .execute()
    await tx
      .insertInto('patient_note_texts')
      .values(
        made.flatMap(({ id, ...note }) =>
          note.texts.map((text, nth) => ({
            ...{ organization_id: organizationId, note_id: id, number: nth + 1, text },
            ...{ by_id: note.by.id, by_name: note.by.name, at: at(note, nth) },
          })),
        ),
      )
      .execute()
  })
}
