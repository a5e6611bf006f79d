import { never, ok, refuse } from '../canned-api.ts'
import { formExample, submissionExample } from '../fixtures/forms.ts'
import { part } from '../gallery-entry.ts'
import { FormsScene } from '../scenes/forms-scene.tsx'

const held = () =>
  ok({ ...submissionExample, state: 'held' as const, heldFor: 'early' as const, answers: [], response: {} })

const draft = () => ok([{ ...formExample, state: 'draft' as const, requestType: 'billing' as const }])

export const formsPart = part('Forms', {
  list: { title: 'Submissions and forms', show: () => <FormsScene /> },
  empty: {
    title: 'Nothing yet',
    show: () => <FormsScene answers={{ forms: () => ok([]), formSubmissions: () => ok([]) }} />,
  },
  loading: { title: 'Loading', show: () => <FormsScene answers={{ forms: never, formSubmissions: never }} /> },
  failed: {
    title: 'Did not load',
    show: () => <FormsScene answers={{ forms: () => refuse(), formSubmissions: () => refuse() }} />,
  },
  offline: { title: 'Offline', show: () => <FormsScene offline /> },
  form: { title: 'A form', show: () => <FormsScene page="form" /> },
  draft: { title: 'A draft', show: () => <FormsScene page="form" answers={{ forms: draft }} /> },
  formOfMember: { title: 'A form, read by a member', show: () => <FormsScene page="form" by="agent" /> },
  submission: { title: 'A submission', show: () => <FormsScene page="submission" /> },
  held: { title: 'A held submission', show: () => <FormsScene page="submission" answers={{ formSubmission: held }} /> },
  exports: { title: 'Exports', show: () => <FormsScene page="exports" /> },
  noExports: {
    title: 'Exports without a form',
    show: () => <FormsScene page="exports" answers={{ forms: () => ok([]) }} />,
  },
})
