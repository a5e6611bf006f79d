/** The public interface of the consent module: the consent of numbers, and the clinic's block. */
export { block, unblock } from './blocking.store.ts'
export { type Consent, readConsent, readConsentSince, readConsents, saveConsent } from './consent.store.ts'
export {
  type ConsentChange,
  listConsentChanges,
  recordConsent,
  recordOwnOptOut,
  stageConsent,
  tellPatientsOfNumber,
} from './consent-changes.store.ts'
export { type ConsentStanding, optOutByImport, readStandings } from './imported-consents.store.ts'
