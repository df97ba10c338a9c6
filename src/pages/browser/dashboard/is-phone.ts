import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is narrower than the breakpoint `sm`, below which the navigation is hidden until it is opened. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
