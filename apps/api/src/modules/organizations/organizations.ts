/** The interface of this module for other modules: the clinic, its settings and its staff. */

export { type ClinicSettings, readInboxSettings } from './inbox-settings.ts'
export {
  type Clinic,
  existingOrganizations,
  findChatClinic,
  findOrganizationOfNumber,
  hasOrganization,
  insertOrganization,
  type NewOrganization,
  readClinic,
  readFaxNumber,
  readType,
  takenOf,
} from './organizations.store.ts'
export { readSetting, saveSetting } from './settings.store.ts'
export { FORMER, findStaff, findStaffByName, hasWords, isAdmin, isStaff, listStaff } from './staff.store.ts'
