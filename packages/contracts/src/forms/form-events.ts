/** The events that tell of forms and of what patients sent by them. */
import { event } from '../event.ts'
import { formExample, formSchema, submissionExample, submissionSchema } from './form.ts'

/** A form is new, or its state, its questions or its settings have changed. */
export const formSaved = event({
  type: 'form.saved',
  data: formSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: formExample,
})

/** A patient has sent a form. */
export const formSubmitted = event({
  type: 'form.submitted',
  data: submissionSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: submissionExample,
})

/** A submission was filed, done, opened again or released. */
export const formChanged = event({
  type: 'form.changed',
  data: submissionSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: { ...submissionExample, state: 'done', doneAt: '2026-11-19T16:00:00.000Z', doneBy: 'usr_lena', version: 44 },
})
