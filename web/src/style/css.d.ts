// The build takes styles from imports; to the type checker they are nothing.
declare module "*.css";
