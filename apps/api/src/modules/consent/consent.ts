/** What other modules use of consent: whether a number may be texted, and the clinic's block. */
export { block, unblock } from './blocking.store.ts'
export { type Consent, readConsent, readConsentSince, saveConsent } from './consent.store.ts'
