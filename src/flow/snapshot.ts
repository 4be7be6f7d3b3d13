/** A copy of settings that the page can't change any more. */
export const snapshot = <Settings>(settings: Settings): Settings => JSON.parse(JSON.stringify(settings)) as Settings;
