/** The interface of this module for other modules: the one way in for what patients send by forms. */

export { formTokens } from './form-token.ts'
export { openForm, submitForm } from './intake.ts'
