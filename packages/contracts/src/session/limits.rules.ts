/** The lengths of account fields, in characters, for the calls and for the screens, which do not import the schemas. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256
export const NAME_MAX = 100
export const EMAIL_MAX = 254
/** An authenticator's code or a recovery code, with separators between its groups. */
export const CODE_MAX = 40
