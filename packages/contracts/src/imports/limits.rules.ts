/** The limits of uploads; sentences name them. */
export const IMPORT_ROWS_MAX = 100_000
export const IMPORT_COLUMNS_MAX = 200
export const CELL_MAX = 2000
/** Beyond so great a number no row is asked for. */
export const ROW_NUMBER_MAX = 2_147_483_647
/** The rows of one call that mends. */
export const MENDED_MAX = 100
/** The imports that an organization may have open at once, and the rows that it may import in a day. */
export const OPEN_IMPORTS_MAX = 20
export const ROWS_A_DAY_MAX = 500_000
/** A column with more different values can't have them mapped. */
export const MAPPED_VALUES_MAX = 50
/** The errors that an upload's answer lists. */
export const LISTED_ERRORS_MAX = 1000
/** Rows and the file are kept so long. */
export const IMPORT_KEPT_DAYS = 30
/** The patients of one import for whom a PDF is drawn at once. */
export const PDF_PATIENTS_MAX = 1000
