/** What an endpoint is made with that is to be told natively: events as a plain caller reads them, in milliseconds. */
export const native_version = 'native';

/** The version of the API whose shapes callers get who name none: that of the newest SDK. */
export const newest_version = '2026-10-28.endive';
