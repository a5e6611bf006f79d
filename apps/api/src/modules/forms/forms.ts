/** The interface of this module for other modules: the one way in for forms, and the pages that may be listed. */

export { formTokens } from './form-token.ts'
export { listListedForms } from './forms.store.ts'
export { type OpenForm, type Outcome, openForm, type SentForm, submitForm } from './intake.ts'
