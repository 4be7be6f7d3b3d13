// The default theme with the system's fonts: a page loads nothing but its own text, styles and pictures.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './site.css';

export default DefaultTheme;
