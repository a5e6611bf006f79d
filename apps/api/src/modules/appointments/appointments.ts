/** The interface of this module for other modules. Booking and confirming append events, so they come last in a transaction. */
export { addVisits } from './add-visits.ts'
export { appointmentOf, appointmentsFrom } from './appointment-items.store.ts'
export { bookVisit } from './booking/book-visit.ts'
export { openTimes } from './booking/open-times.ts'
export { tellOfVisits } from './tell-visits.ts'
export { confirmVisit, nextVisit } from './visits-link.ts'
