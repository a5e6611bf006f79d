import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { ExportsScreen } from '../../src/features/forms/exports-page.tsx'
import { FormScreen } from '../../src/features/forms/form-screen.tsx'
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

const plain = { depth: 0, required: false, conditional: false, options: [] }
const QUESTIONS = [
  { ...plain, linkId: 'name', type: 'string' as const, text: 'Your full name', required: true },
  {
    ...plain,
    linkId: 'contact',
    type: 'choice' as const,
    text: 'How may we contact you?',
    options: ['By text', 'By phone'],
  },
  { ...plain, linkId: 'which', type: 'text' as const, text: 'Which allergies?', conditional: true },
]

const USUAL: Answers = {
  forms: () => ok([formExample, { ...formExample, _id: 'form_2', title: 'Flu shots 2025', state: 'retired' as const }]),
  form: () => ok({ ...formExample, items: QUESTIONS, questionnaire: { resourceType: 'Questionnaire' } }),
  formSubmissions: () =>
    ok([submissionExample, { ...submissionExample, _id: 's2', state: 'held' as const, heldFor: 'robot' as const }]),
  formSubmission: () => ok({ ...submissionExample, answers: ANSWERED, response: {} }),
  searchUsers: () => ok([]),
}

interface FormsSceneProps {
  answers?: Answers
  offline?: boolean
  page?: 'forms' | 'form' | 'submission' | 'exports'
  by?: 'admin' | 'agent'
}

/** A page of the forms inside the app's layout. */
export function FormsScene({ answers = {}, offline = false, page = 'forms', by = 'admin' }: FormsSceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        {page === 'forms' && <FormsScreen organization={CEDAR} />}
        {page === 'form' && <FormScreen organization={{ ...CEDAR, role: by }} formId={formExample._id} />}
        {page === 'submission' && <SubmissionScreen organization={CEDAR} submissionId={submissionExample._id} />}
        {page === 'exports' && <ExportsScreen organization={CEDAR} />}
      </DefaultLayout>
    </Stage>
  )
}
