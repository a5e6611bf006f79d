/** The most patients whose children a call reads. */
export const PATIENTS_AT_ONCE = 100
/** The most visits of each. */
export const CHILDREN_MAX = 10
