import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { ExportsScreen } from '../../src/features/forms/exports-page.tsx'
import { FormsScreen } from '../../src/features/forms/forms-screen.tsx'
import { SubmissionScreen } from '../../src/features/forms/submission-screen.tsx'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { formExample, submissionExample } from '../fixtures/forms.ts'
import { Stage } from '../stage.tsx'

const CEDAR = { _id: 'org_cedar', name: 'Cedar Ridge Medical Group', timezone: 'America/Chicago', role: 'admin' }

const ANSWERED = [
  { linkId: 'name', question: 'Your full name', answers: ['Rosalind Carver'] },
  { linkId: 'medicines', question: 'Your medicines', answers: ['Lisinopril 10 mg', 'Metformin 500 mg'] },
]

const USUAL: Answers = {
  forms: () => ok([formExample, { ...formExample, _id: 'form_2', title: 'Flu shots 2025', state: 'retired' as const }]),
  formSubmissions: () =>
    ok([submissionExample, { ...submissionExample, _id: 's2', state: 'held' as const, heldFor: 'robot' as const }]),
  formSubmission: () => ok({ ...submissionExample, answers: ANSWERED, response: {} }),
  searchUsers: () => ok([]),
}

interface FormsSceneProps {
  answers?: Answers
  offline?: boolean
  page?: 'forms' | 'submission' | 'exports'
}

/** A page of the forms inside the app's layout. */
export function FormsScene({ answers = {}, offline = false, page = 'forms' }: FormsSceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        {page === 'forms' && <FormsScreen organization={CEDAR} />}
        {page === 'submission' && <SubmissionScreen organization={CEDAR} submissionId={submissionExample._id} />}
        {page === 'exports' && <ExportsScreen organization={CEDAR} />}
      </DefaultLayout>
    </Stage>
  )
}
