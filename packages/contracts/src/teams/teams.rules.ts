export const TEAM_NAME_MAX = 40
export const TEAM_MEMBERS_MAX = 200
